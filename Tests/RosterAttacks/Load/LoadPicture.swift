import Foundation

/// The series of a load as one picture, a panel each.
package struct LoadPicture: Sendable {
  private static let (width, panelHeight, margin) = (720.0, 130.0, 60.0)

  package let title: String
  package let series: [LoadSeries]

  package init(title: String, series: [LoadSeries]) {
    self.title = title
    self.series = series
  }

  /// The picture as SVG.
  package var svg: String {
    let height = 40 + Double(series.count) * Self.panelHeight
    let panels = series.enumerated().map { panel($1, top: 40 + Double($0) * Self.panelHeight) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.text(Self.width))" \
      height="\(Self.text(height))" font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      <text x="10" y="24" font-size="15">\(Self.escaped(title))</text>
      \(panels.joined(separator: "\n"))
      </svg>

      """
  }

  private func panel(_ series: LoadSeries, top: Double) -> String {
    let largest = series.values.max() ?? 0
    let scale = largest > 0 ? largest * 1.1 : 1
    let (left, right) = (Self.margin, Self.width - 10)
    let (ceiling, floor) = (top + 22, top + Self.panelHeight - 12)
    let step = (right - left) / Double(max(1, series.values.count - 1))
    let points = series.values.enumerated().map { index, value in
      "\(Self.text(left + Double(index) * step)),"
        + "\(Self.text(floor - (floor - ceiling) * value / scale))"
    }
    let colour = series.verdict == .flat ? "#2a7" : "#c22"
    return """
      <text x="\(Self.text(left))" y="\(Self.text(top + 14))">\
      \(Self.escaped(series.summary)); \
      <tspan fill="\(colour)" font-weight="bold">\(series.verdict.rawValue)</tspan></text>
      <rect x="\(Self.text(left))" y="\(Self.text(ceiling))" width="\(Self.text(right - left))" \
      height="\(Self.text(floor - ceiling))" fill="none" stroke="#ccc"/>
      <text x="\(Self.text(left - 6))" y="\(Self.text(ceiling + 10))" text-anchor="end" \
      fill="#666">\(Self.text(scale))</text>
      <text x="\(Self.text(left - 6))" y="\(Self.text(floor))" text-anchor="end" \
      fill="#666">0</text>
      <line x1="\(Self.text((left + right) / 2))" x2="\(Self.text((left + right) / 2))" \
      y1="\(Self.text(ceiling))" y2="\(Self.text(floor))" stroke="#ccc" stroke-dasharray="3,3"/>
      <polyline points="\(points.joined(separator: " "))" fill="none" stroke="\(colour)" \
      stroke-width="1.5"/>
      """
  }

  private static func text(_ number: Double) -> String {
    number.rounded() == number ? "\(Int(number))" : String(format: "%.1f", number)
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
