// A picture as the portal shows it: its middle as a square, small, turned upright, without what a camera wrote into it.

/** Far below what the server takes, whatever is in it. */
const SIDE = 384;

/** Throws when the browser cannot read it as a picture. */
export async function squareOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const image = await createImageBitmap(file);
  const cut = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(SIDE, cut);
  canvas.height = canvas.width;
  const [x, y] = [(image.width - cut) / 2, (image.height - cut) / 2];
  canvas.getContext('2d')!.drawImage(image, x, y, cut, cut, 0, 0, canvas.width, canvas.height);
  image.close();
  // What may be see-through stays so.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9));
  if (!blob) throw new Error('the picture could not be written');
  return new Uint8Array(await blob.arrayBuffer());
}
