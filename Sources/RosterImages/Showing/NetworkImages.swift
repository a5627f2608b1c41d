public import RosterComponents
public import RosterMounting

/// Shows the pictures of ``NetworkImage`` components in the views of a host.
///
///     presenter.controllers.register(NetworkImages(loader, on: host) { host.flush() }.controller)
///
/// It belongs to the isolation of its host, in which it is made, and shows there what has come. In
/// an isolation that is no actor, the program calls ``deliver()`` in its loop.
public final class NetworkImages<Host: PictureHost> {
  /// Loads the pictures.
  public let loader: ImageLoader
  let host: Host
  private let onShow: (() -> Void)?
  private let mailbox: PictureMailbox
  private let wakes: AsyncStream<Void>.Continuation
  /// The controllers whose pictures are on their way, by the number of the load.
  private var waiting: [Int: Waiting] = [:]
  /// The controllers whose pictures could not be loaded.
  private var failed: [ObjectIdentifier: FailedImage<Host>] = [:]
  private var loadCount = 0

  private struct Waiting {
    weak var controller: NetworkImageController<Host>?
  }

  /// Makes the means to show pictures.
  ///
  /// - Parameters:
  ///   - loader: Loads the pictures.
  ///   - host: Shows them.
  ///   - isolation: The isolation of the host.
  ///   - onShow: Called after views were changed. The host shows a frame then.
  public init(
    _ loader: ImageLoader, on host: Host, isolation: isolated (any Actor)? = #isolation,
    onShow: (() -> Void)? = nil
  ) {
    (self.loader, self.host, self.onShow) = (loader, host, onShow)
    let (stream, wakes) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.wakes = wakes
    mailbox = PictureMailbox { wakes.yield() }
    guard isolation != nil else { return }
    Task { [weak self] in
      _ = isolation
      for await _ in stream { self?.deliver() }
    }
  }

  deinit { wakes.finish() }

  /// Makes the controller of a component, for `ControllerHost.register(_:)`.
  public func controller(
    _ built: BuiltComponent<NetworkImage>, _ context: ControllerContext<NetworkImage>
  ) -> NetworkImageController<Host> {
    NetworkImageController(built.component, in: self)
  }

  // MARK: Showing

  /// Shows what has come since the last call.
  ///
  /// - Returns: Whether something has come that is still wanted.
  @discardableResult
  public func deliver() -> Bool {
    var isShown = false
    for (load, letter) in mailbox.takeAll() {
      // What came too late is for a load that has been given up.
      let controller = waiting[load]?.controller
      if case .end = letter { waiting[load] = nil }
      guard let controller else { continue }
      controller.receive(letter, of: load)
      isShown = true
    }
    if isShown { onShow?() }
    return isShown
  }

  /// Loads all pictures again that could not be loaded, because the network is back.
  public func retryFailed() {
    for image in failed.values.sorted(by: { $0.number < $1.number }) { image.controller?.retry() }
  }

  /// The number of pictures that are on their way.
  public var loadingCount: Int { waiting.count }

  // MARK: Controllers

  /// Begins a load.
  ///
  /// - Returns: The number that letters for it have, and its ticket.
  func begin(
    _ request: ImageRequest, _ priority: ImagePriority, for controller: NetworkImageController<Host>
  ) -> (number: Int, ticket: LoadTicket) {
    loadCount += 1
    let (load, ticket) = (loadCount, loader.makeTicket())
    waiting[load] = Waiting(controller: controller)
    loader.load(
      request, as: ticket, priority,
      onProgress: { [mailbox] in mailbox.post(.progress($0), for: load) },
      onEnd: { [mailbox] in mailbox.post(.end($0), for: load) })
    return (load, ticket)
  }

  func cancel(_ load: (number: Int, ticket: LoadTicket)) {
    waiting[load.number] = nil
    loader.cancel(load.ticket)
  }

  /// Notes whether a picture is one of those that could not be loaded.
  func noteFailure(of controller: NetworkImageController<Host>, _ hasFailed: Bool) {
    let id = ObjectIdentifier(controller)
    failed[id] = hasFailed ? FailedImage(controller: controller, number: loadCount) : nil
  }
}

/// A picture that could not be loaded.
private struct FailedImage<Host: PictureHost> {
  weak var controller: NetworkImageController<Host>?
  /// In which order they are loaded again.
  let number: Int
}
