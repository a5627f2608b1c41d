import RosterComponents
import RosterLayout
import RosterMounting
import RosterRendererKit

/// The code in the comments of `RosterRendererKit`. It is compiled only: a guide shows it with a host.
enum DocCommentExamples {
  /// What hosts have that are checked.
  protocol SizedHost: TestableHost {
    var container: View { get }
    var size: Size { get }
  }

  static func check(_ host: some SizedHost) {
    // begin example
    let check = RendererCheck(seed: 7, batchCount: 200)
    var renderer = HostUnderTest(host, in: host.container, hello: WireHello(size: host.size))
    let report = check.report(on: &renderer)
    for finding in report.findings { print(finding.rule, finding.message) }
    // end example
  }
}
