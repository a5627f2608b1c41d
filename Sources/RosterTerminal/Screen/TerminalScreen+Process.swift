public import RosterComponents
internal import RosterLayout

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TerminalScreen {
  /// Returns whether a screen can be made: standard input and output are a terminal, and one that can place its
  /// cursor, unlike that of `TERM=dumb`. A program prints ``TerminalHost/plainText(width:)`` otherwise.
  ///
  /// - Parameter environment: The environment of the process, of which `TERM` counts.
  public static func isAvailable(environment: [String: String]) -> Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && TerminalSession.canPlaceCursor(environment)
  }

  /// The number of columns of the terminal, for rows that are laid out before there is a screen; 80 if
  /// standard output is no terminal.
  public static var columns: Int { (TerminalSession.size(of: STDOUT_FILENO) ?? .unknown).columns }

  /// The most columns of a screen, however many the terminal claims to have.
  public static let columnsMax = 2_000
}

extension LayoutConstraints {
  /// Some columns of a terminal, at least one, and as many lines as are needed.
  public static func columns(_ columns: Double) -> LayoutConstraints {
    LayoutConstraints(.flexibleHeight, in: Size(width: max(1, columns), height: 0))
  }
}
