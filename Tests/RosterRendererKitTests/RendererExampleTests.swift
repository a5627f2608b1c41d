import RosterMounting
import RosterRendererKit
import Testing

/// The check in `WriteARenderer.md` works.
@Suite("RendererCheck, example")
struct RendererExampleTests {
  @Test func aHostIsCheckedInATest() {
    // WriteARenderer.md shows what is between the marks; a test compares the two.
    // begin example
    let host = ReferenceHost()
    let hello = WireHello(name: "reference", size: host.size, unsettable: .all)
    var renderer = HostUnderTest(host, in: host.container, hello: hello)
    let report = RendererCheck(seed: 7, batchCount: 100).report(on: &renderer)
    #expect(report.findings.isEmpty)
    // end example
    #expect(report.name == "reference")
    #expect(report.batchCount == 100)
  }
}
