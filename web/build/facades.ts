import type { Plugin } from 'vite';
import { exportedNames } from './exported-names.ts';

const facade = /^(?:import"\.\/[^"]+";)*export\{([^}]*)\}from"\.\/([^"]+)";\s*$/;

export const isFacade = (code: string): boolean => facade.test(code);

/**
 * Rolldown creates a facade file for a dynamically imported module in a shared chunk: an additional
 * request. Imports are redirected to the chunk itself.
 */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    generateBundle: {
      // Runs after Vite has added the preloads of each import.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
        for (const { fileName, code, isEntry } of chunks) {
          const [, list, real] = (!isEntry && facade.exec(code)) || [];
          if (list === undefined || real === undefined) continue;
          const name = fileName.slice(fileName.lastIndexOf('/') + 1);
          const namespace = exportedNames(list)
            .map(([inner, outer]) => `${outer}:m.${inner}`)
            .join(',');
          for (const chunk of chunks) {
            chunk.code = chunk.code
              .replaceAll(
                new RegExp(`import\\((["'\`])\\./${name.replaceAll('.', '\\.')}\\1\\)`, 'g'),
                `import("./${real}").then(m=>({${namespace}}))`,
              )
              .replaceAll(`"${fileName}"`, `"${fileName.slice(0, -name.length)}${real}"`);
          }
          delete bundle[fileName];
        }
      },
    },
  };
}
