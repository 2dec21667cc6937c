import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built pages: of the staff, of the students, and at doors. */
const builtPages = ['index.html', 'student/index.html', 'door/index.html'];

/** The inline scripts of the pages, as a content security policy allows them: by their SHA-256. */
export function scriptsInPage(folder: string): string[] {
  const pages = builtPages.map((name) => join(folder, name)).filter((page) => existsSync(page));
  return pages.flatMap((page) => {
    const scripts = readFileSync(page, 'utf8').matchAll(
      /<script(?: type="module")?>(.*?)<\/script>/gs,
    );
    return [...scripts].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  });
}

/** The students' own pages, which are an application of their own. */
const isOfStudents = /^\/(me(\/callback)?|q)\/?($|[?#])/;

/** Students and devices load no code of the staff's pages (R-ME-4, R-DOOR-10). */
function pageOf(address: string): string {
  if (isOfStudents.test(address)) return 'student/index.html';
  return address.startsWith('/door/') ? 'door/index.html' : 'index.html';
}

/**
 * The built web application: browsers cache files with a hash in their name permanently, and every address
 * that is no file opens the application.
 * @param onlyAt the demo sign-in returns to this address only: requests to another name of this computer
 * (such as 127.0.0.1) are redirected to it.
 */
export async function pages(app: FastifyInstance, folder: string, onlyAt?: URL): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const forGood = path.includes('/assets/');
        reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (/\.svg(\.\w+)?$/.test(path)) reply.type('image/svg+xml; charset=utf-8');
      },
    });
    scope.get('/*', { exposeHeadRoute: true }, (request, reply) => {
      const wantsPage = !/^\/(api|file|idp|assets)\/|^\/guide\/./.test(request.url);
      if (wantsPage && onlyAt && request.host !== onlyAt.host)
        return reply.redirect(onlyAt.origin + request.url);
      if (!wantsPage) return reply.code(404).send({ detail: 'There is nothing at this address.' });
      if (/^\/guide\/?($|[?#])/.test(request.url)) return reply.redirect('/guide/index.html');
      // The scope of its service worker ends with a slash.
      if (/^\/door($|[?#])/.test(request.url)) return reply.redirect('/door/');
      return reply.sendFile(pageOf(request.url), { cacheControl: false });
    });
  });
}
