import RosterTestKit
import Testing

/// `Tools/interface`, which says what a commit has changed in the C interface.
@Suite("Changes of the C interface")
struct InterfaceComparisonTests {
  /// A change of the header, and what is said of it.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A script of sed.
    let edit: String
    let isAllowed: Bool
    let said: String
  }

  private static let changes = [
    Change(
      testDescription: "a comment", edit: "s/Why a call failed/Why it failed/", isAllowed: true,
      said: "now (version "),
    Change(
      testDescription: "a function goes", edit: "/^roster_code roster_compact(/d",
      isAllowed: false, said: "gone: roster_code roster_compact("),
    Change(
      testDescription: "a parameter has another type",
      edit: "s/int64_t revision_count/int32_t revision_count/",
      isAllowed: false, said: "changed: roster_code roster_compact("),
    Change(
      testDescription: "a struct has a member more",
      edit: "s/^  int64_t removed;/&\\n  int64_t moved;/",
      isAllowed: false, said: "to: typedef struct roster_replacement"),
    Change(
      testDescription: "a code has another number", edit: "s/ROSTER_FULL = 18/ROSTER_FULL = 81/",
      isAllowed: false, said: "to: ROSTER_FULL = 81"),
    Change(
      testDescription: "a function comes, and the version stays",
      edit: "s/^roster_code roster_compact(/roster_code roster_new(roster_list list);\\n&/",
      isAllowed: false, said: "ROSTER_INTERFACE_VERSION is still"),
    Change(
      testDescription: "a function comes with a higher version",
      edit: """
        s/^roster_code roster_compact(/roster_code roster_new(roster_list list);\\n&/
        s/^#define ROSTER_INTERFACE_VERSION .*/#define ROSTER_INTERFACE_VERSION 999/
        """,
      isAllowed: true, said: "added: roster_code roster_new(roster_list list)"),
  ]

  private static let hasTools =
    (try? BuiltLibrary.run("command -v git; command -v python3"))?.status == 0

  @Test(.enabled(if: hasTools, "Python and Git run it"), arguments: changes)
  func whatWasThereStays(change: Change) throws {
    let folder = try TemporaryFolder()
    try folder.write(change.edit, to: "edit.sed")
    // The header as it is, committed in a repository of its own, and changed there.
    let (status, output) = try BuiltLibrary.run(
      """
      folder='\(folder.path)'
      mkdir -p "$folder/Tools" "$folder/Sources/CRoster"
      cp Tools/interface "$folder/Tools"
      cp Sources/CRoster/roster.h "$folder/Sources/CRoster"
      cd "$folder"
      git init -q
      git add Sources
      git -c user.name=A -c user.email=a@example.com -c commit.gpgsign=false commit -q -m "The header"
      sed -i.before -f edit.sed Sources/CRoster/roster.h
      if cmp -s Sources/CRoster/roster.h Sources/CRoster/roster.h.before; then exit 3; fi
      Tools/interface HEAD
      """)
    #expect(status == (change.isAllowed ? 0 : 1), "\(output)")
    #expect(output.contains(change.said), "\(output)")
  }
}
