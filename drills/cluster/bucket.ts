import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Machine } from './machine.ts';

const address = '127.0.21.8';
const port = 9000;
/** As `deploy/pgbackrest.conf` has it. */
const bucketName = 'attendance-backups';
/** The keys that the server of the bucket accepts. */
const key = 'S3RVER';

/** Where backups go: an S3-compatible bucket on this machine, reached over TLS as one elsewhere. */
export interface Bucket {
  /** Lines of pgBackRest's settings that replace those of `deploy/pgbackrest.conf`. */
  settings: Record<string, string>;
  /** Its keys and the pass phrase of the backups, as `node.env` has them. */
  environment: Record<string, string>;
}

export async function startBucket(machine: Machine): Promise<Bucket> {
  const folder = machine.own('bucket');
  const [certificate, privateKey] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  // pgBackRest compares the names of the certificate alone, not its addresses.
  const request = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=drill -addext subjectAltName=DNS:${address}`;
  execFileSync('openssl', [...request.split(' '), '-keyout', privateKey, '-out', certificate], {
    stdio: 'ignore',
  });
  for (const file of [certificate, privateKey]) chownSync(file, machine.uid, machine.gid);
  const program = join(
    dirname(createRequire(import.meta.url).resolve('s3rver/package.json')),
    'bin',
    's3rver.js',
  );
  const listening = `--address ${address} --port ${port} --no-vhost-buckets`;
  const objects = ['--directory', machine.own('bucket/objects')];
  const tls = ['--cert', certificate, '--key', privateKey];
  machine.run(
    'bucket',
    process.execPath,
    [program, ...listening.split(' '), ...objects, ...tls, '--configure-bucket', bucketName],
    {},
  );
  const settings = {
    'repo1-s3-endpoint': address,
    'repo1-s3-region': 'us-east-1',
    'repo1-s3-uri-style': 'path',
    'repo1-storage-host': address,
    'repo1-storage-port': String(port),
    'repo1-storage-ca-file': certificate,
  };
  const environment = {
    PGBACKREST_REPO1_S3_KEY: key,
    PGBACKREST_REPO1_S3_KEY_SECRET: key,
    PGBACKREST_REPO1_CIPHER_PASS: 'drill-pass-phrase',
  };
  await untilOpen();
  return { settings, environment };
}

async function untilOpen(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, address);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(100);
  }
  throw new Error(`The bucket at ${address} did not start.`);
}
