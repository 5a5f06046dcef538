internal import NoteletClient
internal import NoteletInterface

// Both sides have these words; here they mean what applications see, and the contract's own are
// written with its name.
typealias Achievement = NoteletInterface.Achievement
typealias Agent = NoteletInterface.Agent
typealias Answer = NoteletInterface.Answer
typealias Block = NoteletInterface.Block
typealias ChatMessage = NoteletInterface.ChatMessage
typealias ChatRole = NoteletInterface.ChatRole
typealias Contact = NoteletInterface.Contact
typealias ExpiringPoints = NoteletInterface.ExpiringPoints
typealias Item = NoteletInterface.Item
typealias Location = NoteletInterface.Location
typealias Member = NoteletInterface.Member
typealias MemberEntry = NoteletInterface.MemberEntry
typealias MemberStatus = NoteletInterface.MemberStatus
typealias Message = NoteletInterface.Message
typealias Order = NoteletInterface.Order
typealias PersonalLink = NoteletInterface.PersonalLink
typealias Plan = NoteletInterface.Plan
typealias PointBalance = NoteletInterface.PointBalance
typealias Post = NoteletInterface.Post
typealias Refusal = NoteletInterface.Refusal
typealias ReportReason = NoteletInterface.ReportReason
typealias Streak = NoteletInterface.Streak
typealias Survey = NoteletInterface.Survey
typealias SurveyAnswer = NoteletInterface.SurveyAnswer
typealias SurveyQuestion = NoteletInterface.SurveyQuestion
typealias User = NoteletInterface.User
