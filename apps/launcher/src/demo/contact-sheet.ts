import { browserLauncher } from '@errand/browser-runtime';

/** Renders an HTML page to a PNG file of the page's full height. */
export async function photograph(html: string, file: string, cacheDir: string): Promise<void> {
  const browser = await browserLauncher({ cacheDir, environment: process.env })();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.setContent(html, { waitUntil: 'load' });
    await page.screenshot({ path: file, fullPage: true });
  } finally {
    await browser.close();
  }
}
