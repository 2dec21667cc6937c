import { createContext, useContext } from 'react';
import type { Storage } from './offline/storage.ts';

const StorageContext = createContext<Storage | null>(null);
export const StorageProvider = StorageContext.Provider;

/** The browser's own database; null when it has none. */
export const useStorage = (): Storage | null => useContext(StorageContext);
