import type { Plugin } from 'vite';

/**
 * Fails the build when a Mantine component is used whose styles are not imported.
 * @param sheet the library's complete style sheet.
 */
export function needStyles(sheet: string): Plugin {
  return {
    name: 'need-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const scripts = files
          .flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
          .join('\n');
        const styles = new Set(
          files.flatMap((file) =>
            file.type === 'asset' && file.fileName.endsWith('.css')
              ? classesOf(String(file.source))
              : [],
          ),
        );
        const known = new Set(classesOf(sheet));
        const missing = new Set(
          classesOf(scripts).filter((name) => known.has(name) && !styles.has(name)),
        );
        if (missing.size)
          this.error(`Import their styles in web/app/mantine.css: ${[...missing].join(', ')}`);
      },
    },
  };
}

const classesOf = (text: string): string[] => text.match(/\bm_[0-9a-f]+\b/g) ?? [];
