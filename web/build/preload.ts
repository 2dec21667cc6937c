import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Preloads in the page what every visit needs, in parallel with the first script.
 * @param names of chunks; their styles are included.
 * @param font the prefix of the font's file name: a late font shifts the layout.
 */
export function preloadInPage(names: string[], font: string): Plugin {
  return {
    name: 'preload-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle).flatMap((it): HtmlTagDescriptor[] => {
          if (it.type === 'asset' && it.fileName.includes(`/${font}`)) {
            return [
              {
                tag: 'link',
                injectTo: 'head',
                attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/${it.fileName}` },
              },
            ];
          }
          if (it.type !== 'chunk' || it.isEntry || !names.includes(it.name)) return [];
          const styles = [...(it.viteMetadata?.importedCss ?? [])];
          return [
            {
              tag: 'link',
              injectTo: 'head',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${it.fileName}` },
            },
            ...styles.map((file) => ({
              tag: 'link',
              injectTo: 'head' as const,
              attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
            })),
          ];
        }),
    },
  };
}
