import Foundation
import RosterTestKit
import Subprocess
import Testing

@testable import RosterReplay

/// A setting by which a repository names a program, and a command that makes plain git run it.
struct ProgramSetting: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The settings, as `key=value`. In them `PROGRAM` is the program's path.
  var settings: [String]
  /// A line of shell that is run in the repository before.
  var preparation = ":"
  /// A line of shell that makes git run the program; `nil` if git does so on a terminal only, or no
  /// longer.
  var trigger: String?
  /// Whether a blob is missing that renames are detected with.
  var losesBlob = false

  init(
    _ name: String, _ settings: [String], preparation: String = ":", trigger: String?,
    losesBlob: Bool = false
  ) {
    testDescription = name
    self.settings = settings
    self.preparation = preparation
    self.trigger = trigger
    self.losesBlob = losesBlob
  }

  /// A partial clone, for which git fetches what is missing in some way.
  private static func fetching(_ name: String, _ settings: String...) -> Self {
    Self(
      name,
      [
        "core.repositoryFormatVersion=1", "extensions.partialClone=origin",
        "remote.origin.promisor=true", "protocol.ext.allow=always",
      ] + settings, trigger: "git log --raw -M", losesBlob: true)
  }

  /// A setting that git reads for a command.
  private static func reading(
    _ settings: String..., preparation: String = ":", trigger: String?
  ) -> Self {
    Self(settings[0], settings, preparation: preparation, trigger: trigger)
  }

  static let all: [Self] = [
    fetching("ext URL", "remote.origin.url=ext::PROGRAM %S"),
    fetching("core.sshCommand", "remote.origin.url=ssh://host/x", "core.sshCommand=PROGRAM"),
    fetching("uploadpack", "remote.origin.url=/tmp", "remote.origin.uploadpack=PROGRAM;"),
    fetching("core.gitProxy", "remote.origin.url=git://host/x", "core.gitProxy=PROGRAM"),
    fetching("vcs", "remote.origin.url=PROGRAM %S", "remote.origin.vcs=ext"),
    fetching(
      "insteadOf", "remote.origin.url=https://host/x", "url.ext::PROGRAM .insteadOf=https://host/"),
    reading("core.fsmonitor=PROGRAM", trigger: "git status"),
    reading("core.editor=PROGRAM", trigger: "git commit --amend"),
    reading("sequence.editor=PROGRAM", trigger: "git rebase -i HEAD~1"),
    reading("diff.external=PROGRAM", trigger: "git diff HEAD~1 HEAD"),
    reading("diff.evil.command=PROGRAM", trigger: "git diff HEAD~1 HEAD"),
    reading("diff.evil.textconv=PROGRAM", trigger: "git log -p"),
    reading("filter.evil.clean=PROGRAM", trigger: "touch b; git status"),
    reading("filter.evil.smudge=PROGRAM", trigger: "rm b; git checkout -- b"),
    reading("filter.evil.process=PROGRAM", trigger: "rm b; git checkout -- b"),
    reading("gpg.program=PROGRAM", "log.showSignature=true", trigger: "git log"),
    reading("gpg.openpgp.program=PROGRAM", "log.showSignature=true", trigger: "git log"),
    reading("credential.helper=PROGRAM", trigger: "echo url=https://host | git credential fill"),
    reading("core.askPass=PROGRAM", trigger: "echo url=https://host | git credential fill"),
    reading("alias.other=!PROGRAM", "alias.log=!PROGRAM", trigger: "git other"),
    reading(
      "core.alternateRefsCommand=PROGRAM",
      preparation: "git clone -q --bare . ../other; echo ../../../other/objects "
        + "> .git/objects/info/alternates", trigger: "git fetch -q ../other"),
    reading(
      "merge.evil.driver=PROGRAM %A",
      trigger: "git checkout -q side; echo z >> a; git commit -qam z; git merge main"),
    reading("trailer.sign.command=PROGRAM", trigger: "echo x | git interpret-trailers"),
    reading(
      "difftool.other.cmd=PROGRAM", "diff.tool=other", trigger: "git difftool -y HEAD~1 HEAD"),
    reading("core.hooksPath=../hooks", trigger: "git update-ref refs/heads/new HEAD"),
    Self(
      "hooks", [], preparation: "cp ../hooks/* .git/hooks",
      trigger: "git update-ref refs/heads/new HEAD"),
    reading(
      "include.path=../../included", preparation: "echo '[core] fsmonitor = PROGRAM' > ../included",
      trigger: "git status"),
    reading(
      "includeIf.onbranch:main.path=../../included",
      preparation: "echo '[core] fsmonitor = PROGRAM' > ../included", trigger: "git status"),
    reading(
      "extensions.worktreeConfig=true", "core.repositoryFormatVersion=1",
      preparation: "printf '[core]\\nfsmonitor = PROGRAM' > .git/config.worktree",
      trigger: "git status"),
    reading("core.worktree=..", "core.fsmonitor=PROGRAM", trigger: "git status"),
    // With a terminal only, where git allows the user to set it only, or no longer.
    reading("core.pager=PROGRAM", "pager.log=PROGRAM", "pager.rev-list=PROGRAM", trigger: nil),
    reading("interactive.diffFilter=PROGRAM", trigger: nil),
    reading("uploadpack.packObjectsHook=PROGRAM", trigger: nil),
    reading("submodule.evil.update=!PROGRAM", trigger: nil),
    reading("gpg.ssh.program=PROGRAM", "gpg.format=ssh", "log.showSignature=true", trigger: nil),
    reading(
      "gpg.x509.program=PROGRAM", "gpg.ssh.defaultKeyCommand=PROGRAM", "log.showSignature=true",
      trigger: nil),
    reading(
      "trace2.normalTarget=PROGRAM", "gc.recentObjectsHook=PROGRAM",
      "core.virtualFilesystem=PROGRAM", "core.virtualizeObjects=true", "browser.x.cmd=PROGRAM",
      "man.x.cmd=PROGRAM",
      "mergetool.x.cmd=PROGRAM", "sendemail.toCmd=PROGRAM", "instaweb.httpd=PROGRAM",
      trigger: nil),
  ]
}

/// A repository that names a program, which leaves a mark when it is run.
struct HostileRepository {
  let repository: GitRepository
  private let program: String
  private let markPath: String

  /// Makes two commits with a rename between, of which the last one has a signature.
  init(_ settings: [ProgramSetting]) async throws {
    repository = try await GitRepository(isBare: false)
    markPath = repository.folder.path(of: "mark")
    program = try repository.folder.write(
      "#!/bin/sh\necho \"$0 $*\" >> '\(markPath)'\n", to: "program")
    try await shell(Self.making)
    for setting in settings {
      try await shell(setting.preparation.replacing("PROGRAM", with: program))
      for line in setting.settings {
        let parts = line.replacing("PROGRAM", with: program).split(separator: "=", maxSplits: 1)
        try await repository.git("config", String(parts[0]), String(parts[1]))
      }
      if setting.losesBlob { try await repository.removeObject("HEAD:b") }
    }
    try? FileManager.default.removeItem(atPath: markPath)
  }

  /// What the program was started with so far, `nil` if it was not.
  var mark: String? { try? String(contentsOfFile: markPath, encoding: .utf8) }

  private static let making = """
    set -e
    chmod +x ../program
    mkdir ../hooks
    for hook in reference-transaction post-index-change pre-auto-gc post-checkout pre-command \\
      post-command read-object; do cp ../program ../hooks/$hook; done
    seq 100 > a
    echo '* diff=evil filter=evil merge=evil' > .gitattributes
    git add .
    git commit -qm 1
    git branch side
    git mv a b
    echo 101 >> b
    git commit -qam 2
    { git cat-file commit HEAD | sed '/^$/,$d'
      printf 'gpgsig -----BEGIN PGP SIGNATURE-----\\n x\\n -----END PGP SIGNATURE-----\\n\\n2\\n'
    } > ../signed
    git reset -q --soft $(git hash-object -t commit -w ../signed)
    """

  /// Runs a line of shell in the repository with no configuration but its own. How it ends does not
  /// matter.
  func shell(_ line: String) async throws {
    let environment: [Environment.Key: String?] = [
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0",
      "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
      "GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@example.org",
    ]
    _ = try await run(
      .name("sh"), arguments: ["-c", "cd \"$0\"; " + line, repository.path],
      environment: .inherit.updating(environment), output: .discarded, error: .discarded)
  }
}
