import RosterMounting
import RosterTestKit

@testable import RosterImages

/// A loader on the thread of the test, with a clock that the test moves.
struct LoaderUnderTest {
  let clock = ManualClock()
  let executor: SeededExecutor
  let transport: ScriptedTransport
  let decoder = ScriptedDecoder()
  let loader: ImageLoader

  init(
    seed: UInt64 = 0, folder: ImageFolder? = nil,
    _ script: @escaping ScriptedTransport.Script = { _, _ in .picture },
    configure: (inout ImageLoaderConfiguration) -> Void = { _ in }
  ) {
    executor = SeededExecutor(seed: seed)
    transport = ScriptedTransport(clock: clock, seed: seed, script)
    var configuration = ImageLoaderConfiguration()
    configuration.clock = clock
    configuration.chance = { 0.5 }
    configuration.executor = executor
    configuration.limits.byteCountMax = 300_000
    configure(&configuration)
    loader = ImageLoader(
      transport: transport, decoder: decoder, folder: folder, configuration: configuration)
  }

  /// Runs everything that can run now and in the next seconds.
  func run(for duration: Duration = .seconds(100), step: Duration = .milliseconds(50)) {
    var left = duration
    executor.runAll()
    while left > .zero {
      clock.advance(by: step)
      executor.runAll()
      left -= step
    }
  }

  /// Begins to load a picture.
  func load(
    _ request: ImageRequest, _ priority: ImagePriority = .visible
  ) -> (task: Task<Void, Never>, results: Recorder<Result<Picture, ImageError>>) {
    let results = Recorder<Result<Picture, ImageError>>()
    let task = Task(executorPreference: executor) { [loader] in
      do throws(ImageError) {
        results.record(.success(try await loader.picture(for: request, priority: priority)))
      } catch { results.record(.failure(error)) }
    }
    return (task, results)
  }
}

func request(_ address: String, width: Int = 4, height: Int = 2) -> ImageRequest {
  ImageRequest(address, size: PixelSize(width: width, height: height))
}
