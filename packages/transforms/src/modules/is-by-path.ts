// The name in an import → whether it leads to a file by its path, and not to a package.

/** `./x`, `/x`, `C:\x`, and `#x`, which some package.json turns into a path. */
const PATH = /^[./\\#]|^[A-Za-z]:[\\/]/;

/** Attack: `package/../../x` leads out of the package. */
const GOES_UP = /[\\/]\.\.(?:[\\/]|$)/;

export function isByPath(name: string): boolean {
  return PATH.test(name) || GOES_UP.test(name);
}
