import type { HtmlTagDescriptor, Plugin } from 'vite';
import { isFacade } from './facades.ts';

/**
 * What every visit needs is named in the page itself, so that it is requested with the first script instead of after it.
 * @param names of chunks; their styles come with them.
 */
export function preloadInPage(names: string[]): Plugin {
  return {
    name: 'preload-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle).flatMap((it): HtmlTagDescriptor[] => {
          if (it.type !== 'chunk' || it.isEntry || !names.includes(it.name) || isFacade(it.code)) return [];
          const styles = [...(it.viteMetadata?.importedCss ?? [])];
          return [
            { tag: 'link', injectTo: 'head', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${it.fileName}` } },
            ...styles.map((file) => ({ tag: 'link', injectTo: 'head' as const, attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` } })),
          ];
        }),
    },
  };
}
