import { join } from 'node:path';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import type { FileStore } from './store.ts';

/** Where files are stored, by the configuration. */
export interface StoreConfig {
  /** The address of a bucket; undefined for a folder. */
  filesUrl: string | undefined;
  dataDir: string;
}

/** The configured file store. */
export const fileStoreOf = ({ filesUrl, dataDir }: StoreConfig): FileStore =>
  filesUrl ? s3Store(filesUrl) : folderStore(join(dataDir, 'files'));
