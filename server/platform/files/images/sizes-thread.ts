import { answerMain } from '#server/platform/jobs/thread.ts';
import { sizesOfImage } from './decode.ts';

// A rejection ends the thread: WebAssembly that failed is not used again.
answerMain((bytes: Uint8Array) => Promise.try(sizesOfImage, bytes));
