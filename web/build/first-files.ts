import type { Plugin, Rolldown } from 'vite';
import { exportedNames } from './exported-names.ts';

type Chunk = Rolldown.OutputChunk;

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);
const escaped = (text: string): string => text.replaceAll('.', '\\.');
const exportList = /export\{([^}]*)\};?\s*$/;

/**
 * Every page waits for its first files, of which a browser loads six at a time. Two of them are too
 * small to be files: the entry, a kilobyte, becomes part of the page; the helpers of Rolldown, half
 * a kilobyte that Rolldown always writes into a file of its own, become part of a chunk that all
 * others need anyway. Runs when all other plugins have changed the files.
 * @param page the HTML file of the entry.
 * @param host the name of the chunk for the helpers; it must import nothing else.
 */
export function firstFilesIn(page: string, host: string): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
        const html = bundle[page];
        const entry = chunks.find(({ isEntry }) => isEntry);
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
        const into = chunks.find(({ name }) => name === host);
        if (html?.type !== 'asset' || !entry || !runtime || !into)
          this.error('The build has no page, entry, helpers or chunk for them.');
        if (into.imports.some((file) => file !== runtime.fileName))
          this.error(`${host} imports a chunk: the helpers would come too late for it.`);
        mergeRuntime(runtime, into, chunks);
        delete bundle[runtime.fileName];
        const source = String(html.source)
          .replaceAll(
            `    <link rel="modulepreload" crossorigin href="/${runtime.fileName}">\n`,
            '',
          )
          .replaceAll(`\`/${runtime.fileName}\`,`, '');
        const script = `<script type="module" crossorigin src="/${entry.fileName}"></script>`;
        if (!source.includes(script) || source.includes(runtime.fileName))
          this.error('The page does not name its files as expected.');
        html.source = source.replace(
          script,
          () => `<script type="module">${inPage(entry)}</script>`,
        );
        delete bundle[entry.fileName];
      },
    },
  };
}

/** Moves the helpers into a chunk, and lets all others import them from there. */
function mergeRuntime(runtime: Chunk, into: Chunk, chunks: Chunk[]): void {
  const helpers = exportedNames(exportList.exec(runtime.code)?.[1] ?? '');
  const file = escaped(baseName(runtime.fileName));
  const imports = new RegExp(`import\\{([^}]*)\\}from"\\./${file}";?`, 'g');
  const object = helpers.map(([name, as]) => `${as}:${name}`).join(',');
  const code = `const helpers=(()=>{${runtime.code.replace(exportList, '')};return{${object}}})();`;
  const shared = helpers.map(([, as]) => `helper_${as}`);
  into.code = into.code.replace(imports, (_all, list: string) => {
    const own = exportedNames(list).map(([name, as]) => `${name}:${as}`);
    const given = helpers.map(([, as]) => `${as}:helper_${as}`);
    return `${code}const{${own.join(',')}}=helpers,{${given.join(',')}}=helpers;export{${shared.join(',')}};`;
  });
  for (const chunk of chunks)
    chunk.code = chunk.code
      .replace(imports, (_all, list: string) => {
        const taken = exportedNames(list).map(([name, as]) => `helper_${name} as ${as}`);
        return `import{${taken.join(',')}}from"./${baseName(into.fileName)}";`;
      })
      .replaceAll(`"${runtime.fileName}"`, `"${into.fileName}"`);
}

/** The code of the entry as it runs in the page, where relative addresses have another base. */
function inPage({ code }: Chunk): string {
  if (code.includes('</script')) throw new Error('The entry would end its own script.');
  return code.trim().replaceAll(/(from|import\()(["'`])\.\//g, '$1$2/assets/');
}
