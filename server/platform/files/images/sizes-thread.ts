import { answerMain } from '#server/platform/jobs/thread.ts';
import { preparedPhoto } from './decode.ts';

// A rejection ends the thread: WebAssembly that failed is not used again.
answerMain((job: Parameters<typeof preparedPhoto>) => Promise.try(preparedPhoto, ...job));
