public import RosterText

#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import UIKit

  private typealias SystemFont = UIFont
#elseif canImport(AppKit)
  internal import AppKit
  internal import Foundation

  private typealias SystemFont = NSFont
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs

  private typealias SystemFont = UIFont
#endif

#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit) || os(Linux)
  /// Measures texts in the font of the system, in which the views of ``ComponentRows`` draw them.
  ///
  ///     configuration.components.environment.textMeasurer = SystemTextMeasurer()
  ///     configuration.components.environment.boldTextMeasurer = SystemTextMeasurer(isBold: true)
  ///     configuration.components.environment.style = .points
  ///
  /// It is called on the queue of the list, and keeps no font. Roster breaks lines for the height of a row, and the view
  /// breaks them once more where it draws them. So each line has at least the room that its letters need, in whole points: a
  /// view rounds up to pixels, and shortens a text that lacks a part of one.
  public struct SystemTextMeasurer: TextMeasurer, Hashable {
    /// The size of the font, in points.
    public var size: Double
    /// Whether the font is bold.
    public var isBold: Bool

    /// The size of the font of running text, as views of UIKit begin with.
    public static let standardSize = 17.0

    /// Names a font of the system.
    public init(size: Double = standardSize, isBold: Bool = false) {
      (self.size, self.isBold) = (size, isBold)
    }

    /// The height of a line in whole points, and its baseline.
    public var lineMetrics: LineMetrics {
      let font = font
      let height = Double(font.ascender - font.descender + font.leading).rounded(.up)
      return LineMetrics(height: height, baseline: Double(font.ascender))
    }

    /// The width of eight digits.
    public var tabWidth: Double { width(of: "00000000", in: font) }

    /// Sets the widths of runs.
    ///
    /// - Complexity: O(*n*) in the length of the text; a call of the toolkit for each run.
    public func measure(_ runs: inout [TextRun], of text: String) {
      let font = font
      let bytes = Array(text.utf8)
      var start = 0
      /// Where a run ends if all stand on one line, and the whole point behind that.
      var (end, edge) = (0.0, 0.0)
      for index in runs.indices {
        let run = runs[index]
        if run.kind == .text || run.kind == .whiteSpace {
          end += width(of: String(decoding: bytes[start..<run.end], as: UTF8.self), in: font)
          runs[index].width = end.rounded(.up) - edge
          edge = end.rounded(.up)
        } else {
          // What stands behind a tab begins at a place of its own.
          (end, edge) = (0, 0)
        }
        // A line that begins here may lack what was rounded before it.
        runs[index].lineStartAdjustment = 1
        start = run.end
      }
    }

    private var font: SystemFont {
      SystemFont.systemFont(ofSize: CGFloat(size), weight: isBold ? .bold : .regular)
    }

    private func width(of text: String, in font: SystemFont) -> Double {
      Double(NSAttributedString(string: text, attributes: [.font: font]).size().width)
    }
  }

  extension ComponentRows {
    /// Draws texts in another size of the font of the system, and has the list measure them so and lay its rows out for that: as
    /// when the user has chosen another size of text for all applications. Until the list has done so, texts stand in their
    /// former places.
    ///
    ///     rows.setFontSize(Double(UIFont.preferredFont(forTextStyle: .body).pointSize))
    ///
    /// A list that is closed or suspended refuses that; ``failure`` says so, and the next call asks again. What trees inherit
    /// beside that stays as the list has last published it: let a change of the environment that waits come first.
    ///
    /// - Parameter size: The size, in points. One that is not positive and finite changes nothing.
    public func setFontSize(_ size: Double) {
      guard size > 0, size.isFinite else { return }
      setFont(
        size: size, SystemTextMeasurer(size: size),
        bold: SystemTextMeasurer(size: size, isBold: true))
    }
  }
#endif
