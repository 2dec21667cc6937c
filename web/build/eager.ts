import type { Plugin } from 'vite';

/**
 * The chunks that pages run while they open; those of charts, files and dialogs are compiled
 * when they are used.
 */
const opening = /^(vendor|start|shell|parts|records|entry|rest|roll|lists|forms|other|pay)$/;

/**
 * Begins these chunks with a compile hint of V8 (Chrome 136 and later; to others it is a comment): the
 * background thread that parses a file while it arrives compiles its functions as well. Without
 * it, the main thread parses and compiles each function when it is first called, which was a
 * quarter of its work while a page opens. V8 reads the hint before the first statement only, so it comes
 * after everything else that is added to a chunk.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const it of Object.values(bundle))
          if (it.type === 'chunk' && opening.test(it.name))
            it.code = `//# allFunctionsCalledOnLoad\n${it.code}`;
      },
    },
  };
}
