import type { Plugin } from 'vite';

const facade = /^(?:import"\.\/[^"]+";)*export\{([^}]*)\}from"\.\/([^"]+)";\s*$/;

export const isFacade = (code: string): boolean => facade.test(code);

/**
 * A module that is imported dynamically and lies in a chunk with others gets a file of its own that only passes its exports
 * on: one more request for nothing. The imports are led to the chunk itself.
 */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    generateBundle: {
      // After Vite has written down what each import preloads.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
        for (const { fileName, code, isEntry } of chunks) {
          const [, list, real] = (!isEntry && facade.exec(code)) || [];
          if (list === undefined || real === undefined) continue;
          const name = fileName.slice(fileName.lastIndexOf('/') + 1);
          const picked = list.split(',').map((item) => item.split(' as '));
          const namespace = picked.map(([inner, outer = inner]) => `${outer}:m.${inner}`).join(',');
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
