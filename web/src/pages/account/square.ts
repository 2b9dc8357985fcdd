// Crops a picture to its middle square, small and upright, without the metadata of the camera.

/** Pixels; keeps every picture far below the size limit of the server. */
const SIDE = 384;

/** Returns the encoded square; throws when the browser cannot decode the file. */
export async function cropToSquare(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const image = await createImageBitmap(file);
  const size = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(SIDE, size);
  canvas.height = canvas.width;
  const [x, y] = [(image.width - size) / 2, (image.height - size) / 2];
  canvas.getContext('2d')!.drawImage(image, x, y, size, size, 0, 0, canvas.width, canvas.height);
  image.close();
  // Keeps transparency.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9));
  if (!blob) throw new Error('the picture could not be written');
  return new Uint8Array(await blob.arrayBuffer());
}
