// The address that a server listens on → whether only this machine can reach it.

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?(?:0{0,4}:){2,7}0{0,3}1\]?)$/i.test(host);
}
