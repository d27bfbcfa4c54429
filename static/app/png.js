/** How does a drawing become a file? Pages and boards draw what people keep. */

/** The drawing as a PNG. Rejects where the browser makes none. @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export const asPng = (canvas) =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
