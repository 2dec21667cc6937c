/** Pixels of a millimetre of a printed photo: 300 dots an inch. */
const dots = 12;
/** Photos that are read at the same time. */
const atOnce = 4;

/**
 * Photos as JPEG, cut to the shape in which they are printed; a photo that cannot be read is left out.
 * @param size in millimetres.
 */
export async function photosOf(
  links: readonly string[],
  size: { width: number; height: number },
  onRead: () => void,
): Promise<Map<string, string>> {
  const photos = new Map<string, string>();
  const waiting = [...links];
  const readNext = async (): Promise<void> => {
    const link = waiting.pop();
    if (link === undefined) return;
    const photo = await pictureOf(link, size).catch(() => null);
    if (photo !== null) photos.set(link, photo);
    onRead();
    await readNext();
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return photos;
}

async function pictureOf(
  link: string,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const image = await decoded(link);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width * dots),
    height: Math.round(height * dots),
  });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw on a canvas.');
  // A drawing without a size of its own is square.
  const [wide, high] = [image.width || 1, image.height || 1];
  const scale = Math.max(canvas.width / wide, canvas.height / high);
  const [shownWidth, shownHeight] = [wide * scale, high * scale];
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // Faces are above the middle.
  pen.drawImage(
    image,
    (canvas.width - shownWidth) / 2,
    (canvas.height - shownHeight) / 4,
    shownWidth,
    shownHeight,
  );
  if (image instanceof ImageBitmap) image.close();
  return canvas.toDataURL('image/jpeg', 0.85);
}

/** A photo, or a drawing (SVG), of which browsers make no bitmap: it is drawn as an image of the page. */
async function decoded(link: string): Promise<ImageBitmap | HTMLImageElement> {
  const answer = await fetch(link);
  if (!answer.ok) throw new Error(`The photo could not be read: ${answer.status}`);
  const file = await answer.blob();
  if (!file.type.startsWith('image/svg')) return createImageBitmap(file);
  const image = Object.assign(new Image(), { src: link });
  await image.decode();
  return image;
}
