"""A headless Chromium that lays out cases."""

from playwright.sync_api import sync_playwright

from font import data_url
from translation import STYLE_SHEET, Measured, case_html

# All boxes of all cases in the order of the document, four numbers each.
MEASURE = """html => {
  const page = document.getElementById('page');
  page.innerHTML = html;
  const result = [];
  for (const element of page.querySelectorAll('.case div')) {
    const box = element.getBoundingClientRect();
    result.push(box.left, box.top, box.width, box.height);
  }
  page.innerHTML = '';
  return result;
}"""


class Browser:
    def __init__(self, executable):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox", "--force-device-scale-factor=1"])
        self.version = self.browser.version
        self.page = self.browser.new_page()
        self.page.set_content(
            f"<!doctype html><style>@font-face {{ font-family: Square; src: url({data_url()}); }}"
            f"body {{ margin: 0; }}{STYLE_SHEET}</style><div id=page></div>")
        self.page.evaluate("document.fonts.load('10px Square')")

    def measure(self, cases):
        """Lays out all cases in one go."""
        if not cases:
            return []
        numbers = iter(self.page.evaluate(MEASURE, "".join(map(case_html, cases))))
        rectangles = zip(numbers, numbers, numbers, numbers)
        return [Measured(case["root"], rectangles) for case in cases]

    def close(self):
        self.browser.close()
        self.playwright.stop()
