import RosterComponents
import RosterJSON
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterWidgets
import Testing

/// Pictures that a program gives to views after they were made.
struct LoadedPictureTests {
  private let test = HostUnderTest(6, 2)
  private let view: TerminalView
  private let picture = Picture(
    width: 1, height: 2, hasAlpha: true, bytes: [255, 0, 0, 255, 0, 0, 255, 0])

  init() {
    view = test.add("image", [0, 0, 6, 2], ["source": "a", "alternative": "A lake"])
  }

  private func text(_ row: Int = 0) -> String { test.host.freshGrid().text(ofRow: row) }

  @Test func pictureIsDrawnInsteadOfItsAlternative() throws {
    #expect(text() == "A lake")
    test.host.show(.picture(try #require(picture)), in: view)
    // One column of two rows, of which the lower pixels cannot be seen.
    #expect(text(0).contains("▀"))
    #expect(!text(0).contains("A"))
    #expect(!text(1).contains("▀"))
  }

  @Test func onlyTerminalsThatDrawPixelsHaveSome() {
    let pixels = Size(width: 1, height: 2)
    #expect(HostUnderTest(6, 2, depth: .palette16).host.pixelsPerPoint == pixels)
    #expect(HostUnderTest(6, 2, depth: .none).host.pixelsPerPoint == .zero)
    let ascii = TerminalOptions(characters: .ascii)
    #expect(HostUnderTest(6, 2, ascii, depth: .none).host.pixelsPerPoint == pixels)
  }

  @Test func progressIsABarBelow() {
    test.host.show(.loading(progress: 0.5), in: view)
    let bar = text(1)
    test.host.show(.loading(progress: 1), in: view)
    #expect(text(1) != bar)
    #expect(!bar.allSatisfy { $0 == " " })
    test.host.show(.loading(progress: nil), in: view)
    #expect(text(1).allSatisfy { $0 == " " })
    #expect(text(0) == "A lake")
  }

  @Test func failureSaysWhy() {
    let wide = HostUnderTest(30, 1)
    let view = wide.add("image", [0, 0, 30, 1], ["alternative": "A lake"])
    wide.host.show(.failed(reason: "no answer"), in: view)
    #expect(wide.host.freshGrid().text(ofRow: 0).hasPrefix("A lake: no answer"))
    wide.host.show(nil, in: view)
    #expect(!wide.host.freshGrid().text(ofRow: 0).contains("no answer"))
  }

  @Test func previewIsDrawnUntilThePictureIsThere() throws {
    let pixels = try #require(PixelImage(width: 1, height: 2, rgb: [1, 2, 3, 4, 5, 6]))
    test.set("preview", pixels.json, of: view)
    #expect(text().contains("▀"))
    test.host.show(.loading(progress: nil), in: view)
    #expect(text().contains("▀"))
    test.host.show(.failed(reason: ""), in: view)
    #expect(text() == "A lake")
  }

  @Test func otherSourceForgetsThePicture() throws {
    test.host.show(.picture(try #require(picture)), in: view)
    test.set("source", "b", of: view)
    #expect(text() == "A lake")
  }

  @Test func otherAttributesKeepThePicture() throws {
    test.host.show(.picture(try #require(picture)), in: view)
    test.set("fit", "fill", of: view)
    #expect(text().contains("▀"))
  }

  @Test func poolForgetsThePicture() throws {
    test.host.show(.picture(try #require(picture)), in: view)
    test.host.hide(view)
    test.host.didEnterPool(view)
    test.host.willLeavePool(view)
    test.host.show(view)
    #expect(text() == "A lake")
  }

  @Test func otherViewsHaveNoPicture() throws {
    let test = HostUnderTest(6, 2)
    let label = test.add("text", [0, 0, 6, 2], ["text": "Hello"])
    test.host.show(.picture(try #require(picture)), in: label)
    #expect(test.host.freshGrid().text(ofRow: 0) == "Hello ")
  }

  @Test func changedPictureIsDrawnAnew() throws {
    _ = test.host.draw()
    test.host.show(.picture(try #require(picture)), in: view)
    let (grid, rows) = test.host.draw()
    #expect(rows == [0, 1])
    #expect(grid.text(ofRow: 0) == text(0))
  }
}
