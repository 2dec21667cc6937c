import { toast } from './toasts.ts';

/** Says that a part of the page could not be fetched, and closes it. */
export const partNotLoaded = (close?: () => void): void => {
  toast('error', 'This part could not be loaded. Check the network, and try again.');
  close?.();
};
