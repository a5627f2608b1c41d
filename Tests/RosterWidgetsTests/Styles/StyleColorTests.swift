import Testing

@testable import RosterWidgets

@Suite("Colours")
struct StyleColorTests {
  @Test func aColorIsReadFromWhatItWrites() {
    let colors =
      ColorName.allCases.map(StyleColor.named) + TerminalColorName.allCases.map(StyleColor.terminal)
      + [StyleColor(0x000000), StyleColor(0xFF8009)]
    for color in colors { #expect(StyleColor(rawValue: color.rawValue) == color) }
    #expect(StyleColor(0xFF8009).rawValue == "#ff8009")
    #expect(StyleColor(rawValue: "#FF8009") == StyleColor(0xFF8009))
  }

  @Test(arguments: ["", "#", "#12345", "#1234567", "#+12345", "#-12345", "#12345g", "pink", "Red"])
  func anythingElseIsNoColor(_ text: String) { #expect(StyleColor(rawValue: text) == nil) }

  @Test func aPaletteResolvesItsNames() {
    #expect(Palette.host.resolving(.accent) == .accent)
    #expect(Palette.light.resolving(.background) == StyleColor(0xFFFFFF))
    #expect(Palette.light.resolving(.terminal(.red)) == .terminal(.red))
    var palette = Palette.light
    palette.error = .accent
    #expect(palette.resolving(.error) == Palette.light.accent)
    palette.accent = .error
    // Neither leads anywhere.
    #expect([.error, .accent].contains(palette.resolving(.error)))
  }

  @Test(arguments: [
    (Palette.light, 4.5), (.dark, 4.5), (.lightHighContrast, 7), (.darkHighContrast, 7),
  ])
  func textsContrastWithTheirGrounds(_ palette: Palette, _ least: Double) {
    let texts = [
      palette.text, palette.secondaryText, palette.accent, palette.error, palette.success,
      palette.warning,
    ]
    for text in texts {
      #expect(contrast(text, palette.background) >= least, "\(text.rawValue)")
      #expect(contrast(text, palette.surface) >= least, "\(text.rawValue) on the surface")
      #expect(contrast(text, palette.selection) >= least, "\(text.rawValue) on a selection")
    }
  }

  /// The contrast of two colours (WCAG 2.2).
  private func contrast(_ one: StyleColor, _ other: StyleColor) -> Double {
    let levels = [luminance(one), luminance(other)].sorted()
    return (levels[1] + 0.05) / (levels[0] + 0.05)
  }

  private func luminance(_ color: StyleColor) -> Double {
    guard case .rgb(let red, let green, let blue) = color else { return .nan }
    func linear(_ part: UInt8) -> Double {
      let part = Double(part) / 255
      // A polynomial is near enough to the power of 2.4.
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns a number to the power of 2.4: its square, times the square of its fifth root.
  private func power(_ base: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - base) / (5 * root * root * root * root)
    }
    return base * base * root * root
  }
}
