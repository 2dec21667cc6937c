import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { getLogo, removeLogo, setLogo } from '#contract/admin/settings.endpoints.ts';
import { logoFile } from '#contract/files.ts';
import { messages } from '#contract/texts.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import { implement, type HandlerOf } from '#server/platform/http/implement.ts';
import { readForm } from '#server/platform/http/multipart.ts';
import { cleaned, typeAmong } from '#server/platform/files/content.ts';
import { logoAddress } from './logo.ts';

/** Nothing reads form fields; each is held in memory until the end of the request. */
const otherFields = { fields: 2, fieldSize: 1000 };

/** The picture of the institute (R-SET-5): in the database, so that all processes and backups have it. */
export async function logoRoutes(
  app: Api,
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
): Promise<void> {
  const answer = async () => {
    await settings.reload();
    return { logo: logoAddress(settings.logo()) };
  };

  const download: HandlerOf<typeof getLogo> = async (_request, reply) => {
    const found = await database
      .selectFrom('institute_logo')
      .select(['type', 'bytes'])
      .executeTakeFirst();
    if (!found) throw notFound('A picture of the institute');
    return reply
      .headers({
        'content-type': found.type,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(found.bytes);
  };
  implement(app, getLogo, download, { compress: false });

  implement(app, removeLogo, async () => {
    await database.deleteFrom('institute_logo').execute();
    return answer();
  });

  await app.register(async (scope) => {
    await scope.register(multipart);
    implement(scope.withTypeProvider<ZodTypeProvider>(), setLogo, async (request, reply) => {
      const { bytes, type } = await readForm(request, () => readPicture(request));
      await reply.takeTurn();
      const clean = Buffer.from(cleaned(bytes, type));
      const row = {
        type,
        bytes: clean,
        hash: createHash('sha256').update(clean).digest('hex').slice(0, 16),
        changed_at: clock.now().toString(),
        changed_by: request.user.id,
      };
      await database
        .insertInto('institute_logo')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      return answer();
    });
  });
}

interface Picture {
  bytes: Uint8Array;
  type: (typeof logoFile.types)[number];
}

/** The one picture of a request. @throws ApiError 400, 413, 415 */
async function readPicture(request: FastifyRequest): Promise<Picture> {
  if (!request.isMultipart()) throw validationError('files', messages.selectFile);
  const { types, maxBytes } = logoFile;
  const limits = { fileSize: maxBytes, files: 1, ...otherFields, parts: 1 + otherFields.fields };
  let found: Picture | undefined;
  for await (const part of request.files({ limits, throwFileSizeLimit: false })) {
    const bytes = await part.toBuffer();
    if (part.file.truncated)
      throw new ApiError(413, { detail: `A picture may have at most ${maxBytes / 1024} KB.` });
    found = { bytes, type: await typeAmong(bytes, types) };
  }
  if (!found) throw validationError('files', messages.selectFile);
  return found;
}
