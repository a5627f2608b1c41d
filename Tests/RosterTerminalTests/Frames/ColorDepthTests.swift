import RosterTerminal
import RosterTestKit
import Testing

struct ColorDepthTests {
  @Test(
    arguments: [
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm-256color", "COLORTERM": "24bit"], .trueColor),
      (["TERM": "xterm-256color"], .palette256), (["TERM": "screen-256color"], .palette256),
      (["TERM": "xterm-kitty"], .trueColor), (["TERM": "xterm-direct"], .trueColor),
      (["TERM": "xterm"], .palette16), (["TERM": "linux"], .palette16),
      (["TERM": "xterm", "COLORTERM": "yes"], .palette16),
      (["TERM": "vt100"], .none), (["TERM": "vt220"], .none), (["TERM": "dumb"], .none),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none), ([:], .none),
      (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
      (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": ""], .trueColor),
    ] as [([String: String], ColorDepth)])
  func environmentTellsTheDepth(_ environment: [String: String], _ depth: ColorDepth) {
    #expect(ColorDepth(environment: environment) == depth)
  }

  private static let cube: [Int] = [0, 95, 135, 175, 215, 255]

  /// The components of the colours that no user changes, by their definition.
  private static let fixed: [[Int]] =
    cube.flatMap { red in cube.flatMap { green in cube.map { [red, green, $0] } } }
    + (0..<24).map { Array(repeating: 8 + 10 * $0, count: 3) }

  @Test func colourOfThePaletteIsTheNearest() throws {
    func distance(_ one: [Int], _ other: [Int]) -> Int {
      zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    var random = SplitMix64(seed: 1)
    for number in 0..<3000 {
      var color = (0..<3).map { _ in random.index(below: 256) }
      // Greys too.
      if number < 256 { color = [number, number, number] }
      let wanted = CellColor.rgb(
        red: UInt8(color[0]), green: UInt8(color[1]), blue: UInt8(color[2]))
      guard case .palette(let index) = ColorDepth.palette256.nearest(to: wanted), index >= 16 else {
        Issue.record("\(color) has no colour")
        return
      }
      let best = Self.fixed.map { distance($0, color) }.min()
      #expect(distance(Self.fixed[Int(index) - 16], color) == best, "\(color)")
    }
  }

  @Test func pureColoursAreTheBrightOnesOfSixteen() {
    let depth = ColorDepth.palette16
    #expect(depth.nearest(to: .rgb(red: 255, green: 0, blue: 0)) == .palette(9))
    #expect(depth.nearest(to: .rgb(red: 0, green: 0, blue: 0)) == .palette(0))
    #expect(depth.nearest(to: .rgb(red: 250, green: 255, blue: 250)) == .palette(15))
    #expect(depth.nearest(to: .palette(196)) == .palette(9))
  }

  @Test func shadesOfOneHueAreNotDrawnOnEachOther() {
    let sign = CellStyle(foreground: .palette(12), background: .palette(4), .bold)
    let seen = CellStyle(foreground: .standard, background: .palette(4), .bold)
    #expect(ColorDepth.palette16.nearest(to: sign) == seen)
    #expect(ColorDepth.palette256.nearest(to: sign) == sign)
    let others = [
      CellStyle(foreground: .palette(8), background: .palette(0)),
      CellStyle(foreground: .palette(11), background: .palette(4)),
      CellStyle(foreground: .palette(12), background: .standard),
    ]
    for style in others { #expect(ColorDepth.palette16.nearest(to: style) == style) }
  }

  @Test(arguments: ColorDepth.allCases)
  func nearestColourIsItsOwnNearest(_ depth: ColorDepth) {
    for index in 0...255 as ClosedRange<UInt8> {
      let color = depth.nearest(to: .palette(index))
      #expect(depth.nearest(to: color) == color)
      #expect(index >= 16 || depth == .none || color == .palette(index))
    }
    #expect(depth.nearest(to: .standard) == .standard)
  }
}
