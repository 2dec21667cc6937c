import type { Plugin } from 'vite';

/** `npm run dev`: students and doors have pages of their own, as on the server, and developers have `/pieces`. */
export function otherPages(): Plugin {
  return {
    name: 'other-pages',
    apply: 'serve',
    // Their addresses are not those of their folders.
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        html.replace('./main.tsx', path.replace('index.html', 'main.tsx')),
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/(me(\/callback)?|q)\/?($|\?)/.test(request.url ?? ''))
          request.url = '/student/index.html';
        if (/^\/door\/?($|\?)/.test(request.url ?? '')) request.url = '/door/index.html';
        if (/^\/pieces\/?($|\?)/.test(request.url ?? '')) request.url = '/pieces/index.html';
        next();
      });
    },
  };
}
