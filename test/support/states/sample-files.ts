/** A picture of a landscape. */
async function picture(name: string, hue: number, width = 1_200, height = 900): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    const sky = context.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, `hsl(${hue} 70% 45%)`);
    sky.addColorStop(1, `hsl(${hue + 40} 80% 80%)`);
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
    for (let hill = 0; hill < 5; hill += 1) {
      context.fillStyle = `hsl(${hue + hill * 20} 40% ${40 - hill * 6}%)`;
      context.beginPath();
      context.ellipse(
        width * (0.1 + hill * 0.22),
        height,
        width * 0.3,
        height * (0.6 - hill * 0.07),
        0,
        0,
        7,
      );
      context.fill();
    }
  }
  return new File([await canvas.convertToBlob()], name);
}

/** Two pictures, a document, and a file that nobody takes. */
export async function sampleFiles(): Promise<readonly File[]> {
  return [
    await picture('IMG_20261128_104501.jpg', 200),
    await picture('receipt.png', 20, 700, 1_400),
    new File(['%PDF-1.4\n%%EOF'.padEnd(83_000)], 'Terms and conditions of the warranty.pdf'),
    new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg'),
  ];
}
