// The one class of nunjucks that is used: an engine with its settings.
declare module "nunjucks" {
  class Environment {
    constructor(loader: null, options: Readonly<Record<string, boolean>>);
    renderString(source: string, context: object): string;
  }
  const nunjucks: { readonly Environment: typeof Environment };
  export default nunjucks;
}
