public import ArgumentParser
public import Logging
import RosterEngine
import RosterObservability

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// What is logged on standard error.
struct LogOptions: ParsableArguments {
  @Option(
    help: "Log what becomes of every modification on standard error, from this level on.")
  var logLevel: Logger.Level?

  /// A configuration that logs a list under its name, if that is asked for.
  func configuration(list: String) -> DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    guard let logLevel else { return configuration }
    var logger = Logger(label: list) { SafeLogHandler(label: $0) }
    logger.logLevel = logLevel
    configuration.listeners = [LogListener(logger)]
    return configuration
  }
}
