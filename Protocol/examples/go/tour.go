// A walk through the product with a ttrpc library that is not Notelet's: containerd's, for Go.
//
// Unary calls with tokens and idempotency keys in the metadata, a repeated write, and a refusal with
// its reason. build.sh beside this file generates the messages and builds it with Debian's packages
// alone. Streams take the access token in the request, since this library sends no metadata with
// them; its versions before 1.2 have no streams at all, and so has this tour.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/containerd/ttrpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	pb "notelet/v1"
)

const password = "correct horse battery staple"

func main() {
	address := "tcp://127.0.0.1:7575"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	if err := walk(address); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A client that speaks for one person, or for nobody.
type client struct {
	rpc   *ttrpc.Client
	token string
}

func connect(address string) (*client, error) {
	network, place, found := strings.Cut(address, "://")
	if !found || (network != "tcp" && network != "unix") {
		return nil, fmt.Errorf("%q is no tcp:// or unix:// address", address)
	}
	connection, err := net.Dial(network, place)
	if err != nil {
		return nil, err
	}
	return &client{rpc: ttrpc.NewClient(connection)}, nil
}

// call makes a call; a key makes a write happen once, however often it is repeated.
func (c *client) call(method, key string, request, response proto.Message) error {
	metadata := ttrpc.MD{}
	if c.token != "" {
		metadata.Set("authorization", "Bearer "+c.token)
	}
	if key != "" {
		metadata.Set("idempotency-key", key)
	}
	service, name, _ := strings.Cut(method, ".")
	ctx := ttrpc.WithMetadata(context.Background(), metadata)
	return c.rpc.Call(ctx, "notelet.v1."+service, name, body{request}, body{response})
}

// A message as the library wants it: version 1.1 encodes with gogo's protobuf, which cannot look into
// messages that Google's generator has made since, but asks those that encode themselves.
type body struct{ message proto.Message }

func (b body) Marshal() ([]byte, error)     { return proto.Marshal(b.message) }
func (b body) Unmarshal(bytes []byte) error { return proto.Unmarshal(bytes, b.message) }
func (b body) Reset()                       { proto.Reset(b.message) }
func (b body) String() string               { return fmt.Sprint(b.message) }
func (b body) ProtoMessage()                {}

func newKey() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}

// signUp opens an account under a name that nobody has.
func signUp(address, name string) (*client, *pb.User, error) {
	c, err := connect(address)
	if err != nil {
		return nil, nil, err
	}
	name += "-" + newKey()[:8]
	request := &pb.SignUpRequest{Username: name, Email: name + "@example.com", Password: password}
	var response pb.SignUpResponse
	if err := c.call("Accounts.SignUp", newKey(), request, &response); err != nil {
		return nil, nil, fmt.Errorf("signing up: %w", err)
	}
	c.token = response.Session.AccessToken
	return c, response.User, nil
}

func walk(address string) error {
	minji, owner, err := signUp(address, "minji")
	if err != nil {
		return err
	}
	defer minji.rpc.Close()
	fmt.Println("signed up:", strings.Split(owner.Username, "-")[0])

	var health pb.CheckResponse
	if err := minji.call("Health.Check", "", &pb.CheckRequest{}, &health); err != nil {
		return err
	}
	fmt.Println("health:", health.Status)

	jun, _, err := signUp(address, "jun")
	if err != nil {
		return err
	}
	defer jun.rpc.Close()
	if err := send(jun, owner.PersonalLink.Url); err != nil {
		return err
	}
	if err := answer(minji); err != nil {
		return err
	}
	return refuse(jun)
}

// send sends a note twice by one key, and shows that it was sent once.
func send(jun *client, link string) error {
	key := newKey()
	note := &pb.SendToLinkRequest{Link: link, Content: "오늘 발표 정말 멋졌어요!"}
	var first, again pb.SendResponse
	if err := jun.call("Messages.SendToLink", key, note, &first); err != nil {
		return err
	}
	if err := jun.call("Messages.SendToLink", key, note, &again); err != nil {
		return err
	}
	fmt.Println("sent once:", string(first.MessageId) == string(again.MessageId))
	return nil
}

func answer(minji *client) error {
	var inbox pb.ListReceivedResponse
	if err := minji.call("Messages.ListReceived", "", &pb.ListReceivedRequest{}, &inbox); err != nil {
		return err
	}
	for _, note := range inbox.Messages {
		fmt.Printf("received from %s: %s\n", note.SenderName, note.Content)
	}
	request := &pb.AnswerMessageRequest{MessageId: inbox.Messages[0].Id, Content: "고마워요 :)"}
	var answered pb.AnswerMessageResponse
	if err := minji.call("Messages.AnswerMessage", newKey(), request, &answered); err != nil {
		return err
	}
	fmt.Println("answered:", answered.Message.Answer.Content)
	return nil
}

// refuse asks for what is not there, and shows the reason that a program decides by.
func refuse(jun *client) error {
	request := &pb.GetMessageRequest{Id: make([]byte, 16)}
	err := jun.call("Messages.GetMessage", "", request, &pb.GetMessageResponse{})
	refused := status.Convert(err)
	if refused.Code() != codes.NotFound {
		return fmt.Errorf("it was not refused as expected: %w", err)
	}
	for _, detail := range refused.Proto().Details {
		if detail.TypeUrl != "type.googleapis.com/notelet.v1.Refusal" {
			continue
		}
		var refusal pb.Refusal
		if err := proto.Unmarshal(detail.Value, &refusal); err != nil {
			return err
		}
		fmt.Println("refused:", refusal.Reason, refusal.Texts["ko"])
		return nil
	}
	return fmt.Errorf("the refusal has no reason: %w", err)
}
