import { execFileSync } from 'node:child_process';

/** Settings that the demo institute's data depend on. */
export const demoSettings = {
  TZ: 'America/Los_Angeles',
  STUDENT_MAIL_DOMAIN: 'students.demo.example',
};

/** Copies the demo institute into a folder that does not exist yet; creating it takes ten times as long. */
export function copyDemoData(dataDir: string): void {
  // cp -a preserves the owner of the database's files.
  execFileSync('cp', ['-a', process.env.E2E_DEMO_DATA!, dataDir]);
}
