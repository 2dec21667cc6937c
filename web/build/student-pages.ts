import type { Plugin } from 'vite';

/** `npm run dev`: the addresses of students show their own page, as on the server. */
export function pagesOfStudents(): Plugin {
  return {
    name: 'pages-of-students',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/(me(\/callback)?|q)\/?($|\?)/.test(request.url ?? ''))
          request.url = '/student/index.html';
        next();
      });
    },
  };
}
