extension String {
  /// The text, in which lines that say how a command is used are broken before options. The argument parser breaks all
  /// others.
  ///
  ///     USAGE: roster show <database>
  ///            [--list <list>] [--at <at>]
  ///
  /// - Parameter columns: The width; `nil` for programs that read such a line.
  func breakingUsage(columns: Int?) -> String {
    guard let columns else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.lowercased().hasPrefix("usage: ") ? Self.usage(line, columns: columns) : [String(line)]
    }.joined(separator: "\n")
  }

  private static func usage(_ line: Substring, columns: Int) -> [String] {
    var lines: [String] = []
    var option = ""
    for word in line.split(separator: " ") {
      option += option.isEmpty ? String(word) : " \(word)"
      // An option with its value stays whole.
      if option.hasPrefix("["), !option.hasSuffix("]") { continue }
      if let last = lines.last, last.count + 1 + option.count <= columns {
        lines[lines.count - 1] = "\(last) \(option)"
      } else {
        lines.append(lines.isEmpty ? option : "       \(option)")
      }
      option = ""
    }
    return option.isEmpty ? lines : lines + ["       \(option)"]
  }
}
