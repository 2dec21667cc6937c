import { z } from 'zod';
import { idParam, listOf } from '../../../contract/fields.ts';
import { note, noteCreate, notePatch, noteQuery } from '../../../contract/note.ts';
import type { Api, Parts } from '../../parts.ts';
import { forbidden, notFound, wrongField } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { presentList } from '../../platform/http/lists.ts';
import { addNote, changeNote, deleteNote, findNotes, type NoteRow } from './queries.ts';

/** Of several roles the first decides: only a leading teacher is held to their own notes. */
const isTeacher = (who: Who) => who.roles[0] === 'teacher';

export function noteRoutes(api: Api, { database, clock }: Parts): void {
  const params = z.object({ id: idParam });

  async function find(id: number): Promise<NoteRow> {
    const { rows } = await findNotes(database, { id, search: '', limit: 1, page: 1 });
    if (!rows[0]) throw notFound('This note');
    return rows[0];
  }

  async function findOwn(id: number, who: Who): Promise<NoteRow> {
    const found = await find(id);
    if (isTeacher(who) && found.created_by !== who.id && found.teacher_id !== who.teacherId) {
      throw forbidden('Only who wrote a note may change it.');
    }
    return found;
  }

  api.get('/attendance-note', { schema: { querystring: noteQuery, response: { 200: listOf(note) } } }, async (request) =>
    presentList(request, request.query, await findNotes(database, request.query)),
  );

  api.post('/attendance-note/create', { schema: { body: noteCreate, response: { 201: note } } }, async ({ body, who }, reply) => {
    if (isTeacher(who) && body.teacher_id != null && body.teacher_id !== who.teacherId) {
      throw forbidden('A teacher writes notes in their own name.');
    }
    const id = await addNote(database, {
      ...body,
      teacher_id: body.teacher_id ?? who.teacherId,
      created_by: who.id,
      created_at: clock.now().toString(),
    });
    if (id === null) throw wrongField('class_schedule_id', 'This class or teacher does not exist');
    return reply.code(201).send(await find(id));
  });

  api.patch('/attendance-note/:id', { schema: { params, body: notePatch, response: { 200: note } } }, async (request) => {
    const found = await findOwn(request.params.id, request.who);
    await changeNote(database, found.id, request.body.note);
    return { ...found, note: request.body.note };
  });

  api.delete('/attendance-note/:id', { schema: { params, response: { 204: z.null() } } }, async (request, reply) => {
    const found = await findOwn(request.params.id, request.who);
    await deleteNote(database, found.id);
    return reply.code(204).send(null);
  });
}
