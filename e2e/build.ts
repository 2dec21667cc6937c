import { buildWeb } from '../scripts/build.ts';

/** The servers of the errands serve what is built. */
export default async function build(): Promise<void> {
  await buildWeb(console.log);
}
