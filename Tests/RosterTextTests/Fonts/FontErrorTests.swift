#if Fonts
  import Foundation
  import RosterText
  import Testing

  @Suite struct FontErrorTests {
    private func failure(_ path: String, index: Int = 0) -> FontError? {
      do throws(FontError) {
        _ = try FontFace(path: path, index: index)
        return nil
      } catch { return error }
    }

    private func withFile(_ bytes: Data, _ body: (String) throws -> Void) throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "font-\(UUID()).ttf")
      try bytes.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try body(file.path(percentEncoded: false))
    }

    @Test func missingFileIsUnreadable() throws {
      let error = try #require(failure("/no/such/font.ttf"))
      #expect(error.code == .unreadable)
      #expect(error.path == "/no/such/font.ttf")
      #expect(error.description.hasPrefix("/no/such/font.ttf: "))
    }

    @Test func folderIsUnreadable() {
      #expect(failure("/")?.code == .unreadable)
    }

    @Test(arguments: ["", "not a font", String(repeating: "0", count: 100_000)])
    func fileWithoutAFontIsNone(_ text: String) throws {
      try withFile(Data(text.utf8)) { path in
        let error = try #require(failure(path))
        #expect(error.code == .notAFont)
        #expect(error.path == path)
      }
    }

    @Test func fontThatIsCutOffIsNoneOrMeasures() throws {
      let whole = try Data(contentsOf: URL(filePath: FontFixture.path))
      for length in [4, 12, 100, 1000, 20_000, 300_000, 700_000] {
        try withFile(whole.prefix(length)) { path in
          do throws(FontError) {
            let measurer = FontMeasurer(font: try FontFace(path: path), size: 16)
            #expect(measurer.width(of: "Hello, سلام").isFinite)
          } catch { #expect(error.code == .notAFont || error.code == .notScalable) }
        }
      }
    }

    @Test(arguments: [-1, 1, 99, .max])
    func indexBeyondTheFileIsRefused(_ index: Int) throws {
      let error = try #require(failure(FontFixture.path, index: index))
      #expect(error.code == .noSuchFace)
      #expect(error.message.contains("\(index)"))
    }

    @Test func fontOutlivesItsFile() throws {
      let whole = try Data(contentsOf: URL(filePath: FontFixture.path))
      var font: FontFace?
      try withFile(whole) { path in
        font = try FontFace(path: path)
        try Data().write(to: URL(filePath: path))
      }
      let kept = try #require(font)
      #expect(FontMeasurer(font: kept, size: 2048).width(of: "AV") == 2671)
    }
  }
#endif
