import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { filmCode } from './camera-film.ts';
import { addTablet, openDoor, roomOf } from './door-pages.ts';
import { admin, cardOf, expect, openRoll, signIn, studentsWithCard, test } from './fixtures.ts';
import { expectOwnAccessible } from './own-pages.ts';

const camera = (page: Page) => page.getByRole('region', { name: 'Camera' });
const cameraButton = (page: Page) => page.getByRole('button', { name: 'Camera', exact: true });
/** Remembers the cameras that the page opens, and lists another one that is not connected any more. */
async function watchTracks(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { openedTracks: tracks });
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    navigator.mediaDevices.enumerateDevices = async () => {
      const other = { deviceId: 'gone', kind: 'videoinput', label: 'Other', groupId: '' };
      return [...(await list()), { ...other, toJSON: () => other } as MediaDeviceInfo];
    };
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { openedTracks: MediaStreamTrack[] }).openedTracks.map(
        ({ readyState }) => readyState,
      ),
    );
}

test('a student’s barcode before the camera of the roll marks them present', async ({ page }) => {
  const statesOfTracks = await watchTracks(page);
  await openRoll(page);
  const [student = ''] = await studentsWithCard(page);
  const row = page.locator(`tr[data-student="${student}"]`);
  await expect(row).not.toContainText('card');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).href));
  filmCode({ kind: 'code128', text: cardOf(student) });

  await cameraButton(page).click();
  await expect(camera(page)).toContainText(`Read: ${cardOf(student)}`);
  await expect(row).toContainText(/Present/);
  await expect(row).toContainText('card');
  await expect(page.getByTestId('tap')).toContainText('Attendance Marked successfully');
  // Loaded now, and from nowhere else.
  expect(loaded.filter((address) => address.endsWith('.wasm'))).toHaveLength(1);
  expect(loaded.filter((address) => !address.startsWith(new URL(page.url()).origin))).toEqual([]);
  await expect(camera(page).getByRole('option')).toHaveCount(2);
  await expectAccessible(page);

  // Another card; the one before stays read.
  const [, other = ''] = await studentsWithCard(page);
  filmCode({ kind: 'qrcode', text: cardOf(other) });
  await camera(page).getByRole('combobox').selectOption('Other');
  await expect(page.locator(`tr[data-student="${other}"]`)).toContainText(/Present/);

  await page.keyboard.press('Escape');
  await expect(camera(page)).toBeHidden();
  await expect.poll(statesOfTracks).toEqual(['ended', 'ended']);
  await expect(page).not.toHaveURL(/camera/);
});

test('without permission, or a camera, the roll says what to do', async ({ page }) => {
  filmCode();
  await openRoll(page);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await cameraButton(page).click();
  await expect(camera(page).getByRole('alert')).toContainText('not allowed here');
  await expectAccessible(page);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('none', 'NotFoundError'));
  });
  await camera(page).getByRole('button', { name: 'Try again' }).click();
  await expect(camera(page).getByRole('alert')).toContainText('There is no camera');
  await camera(page).getByRole('button', { name: 'Close camera' }).click();
  await expect(camera(page)).toBeHidden();
});

test('a card before the camera of the door marks its student, also after a start without the network @detail', async ({
  page,
  browser,
  baseURL,
}) => {
  await openRoll(page);
  const room = await roomOf(page);
  const [, , student = '', other = ''] = await studentsWithCard(page);
  const office = await browser.newContext({ baseURL: baseURL! });
  const desk = await office.newPage();
  await signIn(desk, admin, '/devices');
  const door = await openDoor(browser, baseURL!, await addTablet(desk, 'Tablet', room));
  await expect
    .poll(() => door.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);

  // Opened for the first time without the network: what reads codes is on the tablet's disk.
  await door.context().setOffline(true);
  filmCode({ kind: 'code128', text: cardOf(other) });
  await cameraButton(door).click();
  await expect(door.getByText('1 tap waits for the network')).toBeVisible();
  await expectOwnAccessible(door);
  filmCode({ kind: 'qrcode', text: cardOf(student) });
  await door.reload();
  await expect(door.getByText('2 taps wait for the network')).toBeVisible();
  await door.context().setOffline(false);
  await expect(page.locator(`tr[data-student="${other}"]`)).toContainText('door');
  await expect(page.locator(`tr[data-student="${student}"]`)).toContainText('door');

  // An ID, which everybody knows, is no card (R-DOOR-6).
  filmCode({ kind: 'qrcode', text: student });
  await camera(door).getByRole('button', { name: 'Close camera' }).click();
  await cameraButton(door).click();
  await expect(door.locator('.title')).toContainText('Unknown card');
});

test('no other page may use the camera, also when the roll is opened from it @detail', async ({
  page,
}) => {
  await openRoll(page);
  const tried = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'opened',
      (error: DOMException) => error.name,
    ),
  );
  expect(tried).toBe('NotAllowedError');
});

test.describe('in the application that is stored in the browser', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the camera opens in the server’s document; without the network the roll says so @detail', async ({
    page,
  }) => {
    await openRoll(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true);
    const [, , , , student = ''] = await studentsWithCard(page);
    filmCode({ kind: 'qrcode', text: cardOf(student) });
    // Loaded from the browser's disk, whose document has no camera.
    await page.reload();
    await cameraButton(page).click();
    await expect(camera(page)).toContainText(`Read: ${cardOf(student)}`);

    await page.context().setOffline(true);
    await page.reload();
    await expect(camera(page).getByRole('alert')).toContainText('when the network is back');
    await camera(page).getByRole('button', { name: 'Close camera' }).click();
    await expect(page).not.toHaveURL(/camera/);
    await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  });
});
