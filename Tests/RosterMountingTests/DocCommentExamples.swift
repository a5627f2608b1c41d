import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting

/// The code in the comments of `RosterMounting`. It is compiled only: the views are those of a host that an
/// application has.
enum DocCommentExamples {
  private struct Clock {
    var now = 0.0
  }

  static func mount<Host: ViewHost>(
    _ tree: ComponentTree<Never>, _ nextTree: ComponentTree<Never>, in cell: Host.View,
    of host: Host
  ) {
    // begin example
    let mount = ViewMount(in: cell, of: host)
    mount.render(tree)
    let counts = mount.render(nextTree)
    print(counts.set)  // 1, if one label has another text
    // end example
  }

  static func tapped<Host: ViewHost>(
    _ view: Host.View, of mount: ViewMount<Host>, in tree: TreeID, to sink: some TreeEditSink
  ) {
    // begin example
    for edit in mount.description(of: view)?.edits(for: .tap) ?? [] {
      sink.enqueue(edit, to: tree)
    }
    // end example
  }

  static func animate<Host: ViewHost>(
    _ tree: ComponentTree<Never>, _ nextTree: ComponentTree<Never>, in mount: ViewMount<Host>,
    by player: AnimationPlayer<Host>, waitForFrame: () -> Void
  ) {
    let clock = Clock()
    // begin example
    let plan = AnimationPlan(from: tree, to: nextTree)
    player.play(plan, in: mount, at: clock.now) { mount.render(nextTree) }
    while player.advance(to: clock.now) { waitForFrame() }  // of the display
    // end example
  }

  static func show<Host: PictureHost>(_ picture: Picture, in view: Host.View, of host: Host) {
    // begin example
    host.show(.loading(progress: 0.4), in: view)
    host.show(.picture(picture), in: view)
    // end example
  }

  static func report<Host: ViewHost>(
    _ toggle: Host.View, of mount: ViewMount<Host>, _ tree: ComponentTree<Never>
  ) {
    // begin example
    mount.viewReported(ReportedValue("on", true), of: toggle)
    mount.render(tree)  // on: true sets nothing, on: false is set, from true
    // end example
  }

  @MainActor static func show<Host: ViewHost>(
    in container: Host.View, _ size: Size, of host: Host, _ input: AsyncStream<[UInt8]>,
    send: ([UInt8]) -> Void, answer: (WireQuestion) -> Void
  ) async throws {
    // begin example
    let views = RemoteViews(in: container, of: host)
    send(WireReport.hello(WireHello(size: size)).line)
    for await line in input {
      if let question = try views.take(line) { answer(question) }
    }
    // end example
  }

  static func serve(
    _ tree: ComponentTree<Never>, _ firstLine: [UInt8], _ lines: [[UInt8]],
    send: ([UInt8]) -> Void, perform: (TreeEdit) -> Void
  ) throws {
    // begin example
    let host = WireHost()
    send(host.greeting)
    _ = try host.take(firstLine)  // the renderer's hello
    let mount = ViewMount(in: host.root, of: host)
    mount.render(tree)
    if let frame = host.takeFrame() { send(frame) }
    for line in lines {
      guard case .event(let event, let view, let values) = try host.take(line) else { continue }
      mount.description(of: view)?.edits(for: event, arguments: values).forEach(perform)
    }
    // end example
  }
}
