import RosterTestKit
import Testing

/// The models for GTK and Qt, built on the library of this build, where the toolkits are.
@Suite("Toolkits")
struct ToolkitTests {
  private static func isThere(_ tools: String) -> Bool {
    (try? BuiltLibrary.run(tools))?.status == 0
  }

  private static let hasGTK = isThere(
    """
    pkg-config --exists gio-unix-2.0 gobject-introspection-1.0
    for tool in cc g-ir-scanner g-ir-compiler; do command -v "$tool"; done
    /usr/bin/python3 -c 'import gi'
    """)

  private static let hasQt = isThere(
    """
    pkg-config --exists Qt6Core Qt6Test
    command -v g++
    test -x "$(pkg-config --variable=libexecdir Qt6Core)/moc"
    """)

  private static let hasQML =
    hasQt
    && isThere(
      """
      pkg-config --exists Qt6Quick
      test -e "$(pkg-config --variable=libdir Qt6Core)/qt6/qml/QtQuick/qmldir"
      """)

  @Test(.enabled(if: hasGTK, "GLib, its introspection and PyGObject build and test it"))
  func theModelForGTKTellsWhatChanges() throws {
    let folder = try TemporaryFolder()
    try BuiltLibrary.install(into: folder.path(of: "roster"))
    let (status, output) = try BuiltLibrary.run(
      """
      built="$(Tools/gtk/build)"
      eval "$built"
      SEED=1 CHANGES=300 /usr/bin/python3 -B -m unittest discover -s Tools/gtk/tests
      """, prefix: folder.path(of: "roster"))
    #expect(status == 0, "\(output)")
    #expect(output.contains("Ran ") && output.contains("\nOK"), "\(output)")
  }

  @Test(.enabled(if: hasQt, "Qt 6 builds and tests it"))
  func theModelForQtTellsWhatChanges() throws {
    let folder = try TemporaryFolder()
    try BuiltLibrary.install(into: folder.path(of: "roster"))
    let (status, output) = try BuiltLibrary.run(
      """
      tests="$(Tools/qt/build tests)"
      QT_QPA_PLATFORM=offscreen ROSTER_QT_SEED=1 "$tests"
      """, prefix: folder.path(of: "roster"))
    #expect(status == 0, "\(output)")
    #expect(output.contains(" 0 failed"), "\(output)")
  }

  @Test(.enabled(if: hasQML, "QML's modules show it"))
  func aListViewOfQMLShowsTheModelForQt() throws {
    let folder = try TemporaryFolder()
    try BuiltLibrary.install(into: folder.path(of: "roster"))
    let (status, output) = try BuiltLibrary.run(
      """
      tests="$(Tools/qt/build qml)"
      QT_QPA_PLATFORM=offscreen QT_QUICK_BACKEND=software "$tests"
      """, prefix: folder.path(of: "roster"))
    #expect(status == 0, "\(output)")
    #expect(output.contains(" 0 failed"), "\(output)")
  }
}
